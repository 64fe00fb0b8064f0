/** The file is not what it should be: why, in words for an operator, without anything of its contents. */
export class Unreadable extends Error {}
