import { mayEditUser } from '@quincena/domain/users/rules'
import type { User } from '@quincena/domain/users/schema'

type Person = Pick<User, 'id' | 'user_type'>

/** Only admins can delete users, but not themselves. */
export const mayDelete = (me: Person, one: Person & Pick<User, 'is_active'>) =>
  me.user_type === 'U0' && one.is_active && one.id !== me.id

/** Only admins can reactivate users. */
export const mayReactivate = (me: Person, one: Pick<User, 'is_active'>) =>
  me.user_type === 'U0' && !one.is_active

/** A user who has no password yet can be invited again. */
export const mayInvite = (me: Person, one: Person & Pick<User, 'is_active' | 'is_invited'>) =>
  mayEditUser(me, one) && one.is_active && one.is_invited

/**
 * Only admins can turn off the two-factor verification of another user, who lost both device and recovery codes. Staff may
 * be bound to an account of the company without a factor here; the server refuses where there is neither.
 */
export const mayResetTwoFactor = (me: Person, one: Person & Pick<User, 'has_two_factor'>) =>
  me.user_type === 'U0' && (one.has_two_factor || one.user_type !== 'U2') && one.id !== me.id
