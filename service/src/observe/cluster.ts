// What an operator has to know of a cluster (Citus): nodes that are out of reach, and tables that are not placed.
import { countNodesWithoutRights, faultsOfPlacements, listPlacements } from '../postgres/distribution.ts';
import { type Db, isServerError } from '../store/db.ts';
import type { Statement } from '../store/table.ts';

export interface Cluster {
  /** Nodes that the coordinator cannot reach, as host:port: requests for merchants on them fail. */
  readonly nodesAway: readonly string[];
  /** What it lacks where not all tables are placed. */
  readonly faults: readonly string[];
}

/** A database of one server. */
export const noCluster: Cluster = { nodesAway: [], faults: [] };

const listNodes: Statement = {
  name: 'list_nodes',
  text: `select nodename as host, nodeport as port from pg_dist_node
where isactive and noderole = 'primary' and groupid <> 0 order by nodename, nodeport`,
};

const reachNode: Statement = {
  name: 'reach_node',
  text: 'select citus_check_connection_to_node($1, $2::int) as reached',
};

export async function lookAtCluster(db: Db): Promise<Cluster> {
  const nodesAway: string[] = [];
  // One after the other: a node that hangs holds a connection of ours until the time limit of a statement, and no more than one.
  for (const { host, port } of await db.read(listNodes))
    if (!(await isReached(db, String(host), Number(port)))) nodesAway.push(`${String(host)}:${String(port)}`);
  // The rest asks every node.
  if (nodesAway.length > 0) return { nodesAway, faults: [] };
  const [tables, [rights]] = await Promise.all([db.read(listPlacements), db.run(countNodesWithoutRights)]);
  return { nodesAway, faults: faultsOfPlacements(tables, Number(rights?.['count'])) };
}

async function isReached(db: Db, host: string, port: number): Promise<boolean> {
  try {
    const [row] = await db.run(reachNode, host, port);
    return row?.['reached'] === true;
  } catch (error) {
    if (isServerError(error)) return false;
    throw error;
  }
}
