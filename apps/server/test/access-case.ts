import type { Caller, Multipart } from './access-people.ts'
import type { World } from './access-world.ts'

type Maybe<T> = T | Promise<T>

/** Expected HTTP status of a route by caller. Callers outside the route's access level always get 401 or 403. */
export interface AccessCase {
  /** Path below the API, with the ids of records that exist; if the resource has an owner, the owner is `own`. */
  url: (world: World) => Maybe<string>
  /** A valid body. */
  payload?: (world: World, caller: Caller) => Maybe<object | Multipart>
  /** Status for the callers that the route admits: 2xx, or 409 with `conflict`. */
  ok: number
  /** Why the state of the records answers the valid call with 409. */
  conflict?: string
  /** Status for another worker, of the same company or of another. `'nothing'`: an empty page; `'own'`: the route only uses the caller's own data. */
  other?: number | 'nothing' | 'own'
  /** Status for a worker of the owner's company, if it differs from `other`. */
  colleague?: number
  /** Status for staff, if it differs from `ok`. */
  staff?: number
  /** Status for `clerk`, if it differs from that of staff. */
  clerk?: number
  /** Status for an admin, if it differs from that of staff. */
  admin?: number
  /** Status for the owner, if it differs from `ok`. */
  own?: number
  /** Why the record of a worker is not refused to another: what shows it to everybody. */
  shared?: string
  /** Status for a path whose ids nothing has, if it is not 404. */
  missing?: number
  /** An id that nothing has, if ids of the route are no numbers. */
  missingId?: string
}

/** Returns the path of a case without ids. */
export const at = (path: string) => () => path
