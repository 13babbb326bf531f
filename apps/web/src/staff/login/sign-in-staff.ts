import { messageOf } from '@quincena/domain/messages'
import type { LoginBody } from '@quincena/domain/sessions/schema'
import type { User } from '@quincena/domain/users/schema'
import { ApiError } from '../../lib/api-error.ts'
import { openSession, storeToken } from '../../lib/session.ts'
import { present, signOut } from '../../lib/sign-in.ts'

/** Signs in a manager or an admin. For a worker it ends the new session and throws `user.not_admin` (403). */
export async function signInStaff(credentials: LoginBody): Promise<User> {
  const { token, user } = await present(credentials)
  if (user.user_type === 'U2') {
    storeToken(token)
    await signOut()
    throw new ApiError({ status: 403, code: 'user.not_admin', detail: messageOf('user.not_admin') })
  }
  openSession(token, user)
  return user
}
