// How a feature composes its documents from its rows, for the archive to draw and keep.
import type { Content } from '../core/documents/content.ts';
import type { Merchant } from '../core/merchant.ts';
import type { Db } from '../store/db.ts';
import type { OpenRow } from '../store/table.ts';

export interface Composed {
  readonly content: Content;
  readonly orderId: string | null;
  /** The paper as it has to be now, where what it asked for is no longer owed. */
  readonly copy?: Content | undefined;
}

export interface PaperSource {
  readonly db: Db;
  readonly open: OpenRow;
}

/** The document with this id, composed; undefined where the feature has none of that id, or its person was erased. */
export type Paper = (source: PaperSource, merchant: Merchant, id: string) => Promise<Composed | undefined>;
