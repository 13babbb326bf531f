import { messageOf } from '@quincena/domain/messages'
import type { LoginBody } from '@quincena/domain/sessions/schema'
import type { User } from '@quincena/domain/users/schema'
import { ApiError } from '../../lib/api-error.ts'
import { basePath } from '../../lib/base-path.ts'
import { endSession, openSession, storeNumber } from '../../lib/session.ts'
import { present, presentPasskey, signOut } from '../../lib/sign-in.ts'

/** Opens the session of a manager or an admin. A worker's new session ends: throws `user.not_admin` (403). */
export async function openStaffSession({ session, user }: { session: string; user: User }): Promise<User> {
  if (user.user_type === 'U2') {
    storeNumber(session)
    await signOut()
    throw new ApiError({ status: 403, code: 'user.not_admin', detail: messageOf('user.not_admin') })
  }
  openSession(session, user)
  return user
}

/** Signs in a manager or an admin with e-mail and password; throws `user.not_admin` (403) for a worker. */
export const signInStaff = async (credentials: LoginBody) => openStaffSession(await present(credentials))

/** Signs in a manager or an admin with a passkey; throws `user.not_admin` (403) for a worker. */
export const signInStaffWithPasskey = async () => openStaffSession(await presentPasskey())

/**
 * Opens the session over the page of the user `id`. Another user's session starts at their home instead: the page with
 * what the first user saw and typed is unloaded.
 */
async function continueAs(id: number, opened: { session: string; user: User }): Promise<void> {
  if (opened.user.id === id) return openSession(opened.session, opened.user)
  endSession()
  storeNumber(opened.session)
  window.location.assign(`${basePath}/`)
}

/** Signs in again over the open page of the user `id`. */
export const signInAgain = async (id: number, credentials: LoginBody) =>
  continueAs(id, await present(credentials))

/** Signs in again over the open page of the user `id`, with a passkey. */
export const signInAgainWithPasskey = async (id: number) => continueAs(id, await presentPasskey())
