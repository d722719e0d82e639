/** The names of the members that the service reads from a body: those that are not read-only. */
export type WrittenMembers<Body> = {
  [Name in keyof Body]-?: Same<
    { [Member in Name]: Body[Name] },
    { -readonly [Member in Name]: Body[Name] }
  > extends true ? Name
    : never;
}[keyof Body];

/** Whether two types are the same, `readonly` included, which mere assignability does not tell. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends (<T>() => T extends Other ? 1 : 2)
  ? true
  : false;
