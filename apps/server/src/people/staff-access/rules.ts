/** So many days two people do not count as two after one changed the access of the other. */
export const SAME_PERSON_DAYS = 7

export interface AccessChange {
  user_id: number
  changed_by: number
  changed_at: string
}

/**
 * The person and everybody who may have taken over their access: who changed it, and who had changed that person's
 * before. `changes` are sorted from the newest to the oldest.
 */
function originsOf(changes: readonly AccessChange[], id: number): Set<number> {
  const origins = new Set([id])
  for (const { user_id, changed_by } of changes) if (origins.has(user_id)) origins.add(changed_by)
  return origins
}

function isSamePerson(changes: readonly AccessChange[], one: number, other: number): boolean {
  return !originsOf(changes, one).isDisjointFrom(originsOf(changes, other))
}

/**
 * Until when two staff do not count as two persons, because one changed the access of the other, or the same person that
 * of both, also through others; null if they are two. `changes` are those of the last `SAME_PERSON_DAYS`, from the
 * newest to the oldest.
 */
export function samePersonUntil(
  changes: readonly AccessChange[],
  one: number,
  other: number,
): Temporal.Instant | null {
  let oldest: AccessChange | undefined
  let rest = changes
  while (isSamePerson(rest, one, other)) {
    oldest = rest.at(-1)
    if (oldest === undefined) return null // a person is not compared with themselves
    rest = rest.slice(0, -1)
  }
  return oldest === undefined
    ? null
    : Temporal.Instant.from(oldest.changed_at).add({ hours: 24 * SAME_PERSON_DAYS })
}
