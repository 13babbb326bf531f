import { userPatch } from '@quincena/domain/users/forms'
import { user } from '@quincena/domain/users/schema'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { currentSession, replaceUser } from '../../lib/session.ts'

/** Stores in the session and on the server that the slides were seen. If the call fails, they appear again later. */
export async function dismissOnboarding(id: number): Promise<void> {
  const session = currentSession()
  if (session.state === 'signed-in') replaceUser({ ...session.user, is_onboarding_dismissed: true })
  try {
    const body = z.encode(userPatch, { is_onboarding_dismissed: true })
    await api.patch(z.object({ id: user.shape.id }), `/auth/user/${id}/update`, { body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
