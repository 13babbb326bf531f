import type { User } from '@quincena/domain/users/schema'

type Person = Pick<User, 'id' | 'user_type'>

/** Managers edit workers, admins everybody; the server decides, this only shows what it allows. */
export const mayEdit = (me: Person, one: Person) => me.user_type === 'U0' || one.user_type === 'U2'

/** Only admins take people out, and not themselves. */
export const mayDelete = (me: Person, one: Person & Pick<User, 'is_active'>) =>
  me.user_type === 'U0' && one.is_active && one.id !== me.id

/** Only admins let people in again. */
export const mayReactivate = (me: Person, one: Pick<User, 'is_active'>) =>
  me.user_type === 'U0' && !one.is_active

/** Who never chose a password may be invited again. */
export const mayInvite = (me: Person, one: Person & Pick<User, 'is_active' | 'is_invited'>) =>
  mayEdit(me, one) && one.is_active && one.is_invited

/** Only admins turn off the second step of somebody who lost phone and codes. */
export const mayResetTwoFactor = (me: Person, one: Person & Pick<User, 'has_two_factor'>) =>
  me.user_type === 'U0' && one.has_two_factor && one.id !== me.id
