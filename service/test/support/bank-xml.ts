// An own structural check of bank files: elements in the order and number that the standard writes down (ISO 20022 message
// definition report). It is no validation against the schema, which is not at hand; a bank may ask for more.

export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Node[];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string => text.replace(/&(\w+);/g, (_all, name: string) => entities[name] ?? '');

/** A tree of what is well-formed; anything else throws. Our own writer makes no comments, sections or empty tags. */
export function parseXml(text: string): Node {
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (body === text) throw new Error('no declaration');
  const stack: { name: string; attributes: Record<string, string>; text: string; children: Node[] }[] = [
    { name: '', attributes: {}, text: '', children: [] },
  ];
  let at = 0;
  for (const match of body.matchAll(/<(\/?)([A-Za-z0-9]+)((?: [A-Za-z:]+="[^"<]*")*)>/g)) {
    const between = body.slice(at, match.index);
    if (/[<>]/.test(between)) throw new Error(`not well-formed near ${between.slice(0, 40)}`);
    const top = stack.at(-1);
    if (!top) throw new Error('too many ends');
    top.text += plain(between);
    at = match.index + match[0].length;
    const [, end, name = '', attributes = ''] = match;
    if (end) {
      if (top.name !== name) throw new Error(`${top.name} is ended by ${name}`);
      stack.pop();
      stack.at(-1)?.children.push(top);
    } else {
      const named = [...attributes.matchAll(/ ([A-Za-z:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)]);
      stack.push({ name, attributes: Object.fromEntries(named), text: '', children: [] });
    }
  }
  const [root] = stack[0]?.children ?? [];
  if (!root || stack.length !== 1 || body.slice(at).trim() !== '') throw new Error('not one whole document');
  return root;
}

/**
 * Children in their order: `Name` once, `Name?` at most once, `Name+` at least once, `Name*` any number, `Name{0,3}` up to three,
 * `One|Other` one of them. An element's rule is the one with the longest end of its path.
 */
export type Structure = { readonly [element: string]: readonly string[] | RegExp };

function ruleOf(path: string, structure: Structure): Structure[string] | undefined {
  const names = path.split('/');
  return names.map((_name, from) => structure[names.slice(from).join('/')]).find((rule) => rule !== undefined);
}

function patternOf(rule: string): string {
  const [, names = '', count = ''] = /^([^?+*{]+)(.*)$/.exec(rule) ?? [];
  return `(?:${names
    .split('|')
    .map((name) => `${name};`)
    .join('|')})${count}`;
}

/** What is wrong, each with its path; empty when everything is in its place. */
export function structureFaults(node: Node, structure: Structure, path = node.name): string[] {
  const rule = ruleOf(path, structure);
  if (rule === undefined) return [`${path}: not in the standard's list`];
  if (rule instanceof RegExp) return node.children.length === 0 && rule.test(node.text) ? [] : [`${path}: ${node.text}`];
  if (node.text.trim() !== '') return [`${path}: text between elements`];
  const order = node.children.map(({ name }) => `${name};`).join('');
  const own = new RegExp(`^${rule.map(patternOf).join('')}$`).test(order) ? [] : [`${path}: ${order} is not ${rule.join(' ')}`];
  return [...own, ...node.children.flatMap((child) => structureFaults(child, structure, `${path}/${child.name}`))];
}

/** Every node of a name, wherever it is. */
export function all(node: Node, name: string): Node[] {
  return [...(node.name === name ? [node] : []), ...node.children.flatMap((child) => all(child, name))];
}
export const textAt = (node: Node, name: string): string => all(node, name)[0]?.text ?? '';
