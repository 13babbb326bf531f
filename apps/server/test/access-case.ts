import type { World } from './access-world.ts'

/** Expected HTTP status of a route by caller. Callers outside the route's access level always get 401 or 403. */
export interface AccessCase {
  /** Path below the API; if the resource has an owner, the owner is `own`. */
  url: (world: World) => string
  payload?: (world: World) => object
  /** Status for the callers that the route admits. */
  ok: number
  /** Status for another worker, of the same company or of another. `'nothing'`: an empty page; `'own'`: the route only uses the caller's own data. */
  other?: number | 'nothing' | 'own'
  /** Status for a worker of the owner's company, if it differs from `other`. */
  colleague?: number
  /** Status for staff, if it differs from `ok`. */
  staff?: number
  /** Status for the owner, if it differs from `ok`. */
  own?: number
  /** Status for a path whose ids nothing has, if it is not 404. */
  missing?: number
}
