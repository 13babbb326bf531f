import { localTime } from '@quincena/domain/dates'
import { deviceName } from '@quincena/domain/device'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { UserType } from '@quincena/domain/users/schema'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { getToggles } from '../queries/sessions.ts'
import { notifyOfSecurityChange } from './security-change.ts'

/** Notifies a user of a sign-in on a new device, unless they turned these notices off. */
export async function notifyOfNewDevice(
  deps: Deps,
  trx: Trx,
  { person, origin }: { person: { id: number; user_type: UserType }; origin: Origin },
): Promise<void> {
  if (!(await getToggles(trx, person.id)).suspicious_activity) return
  const device = deviceName(origin.user_agent) ?? 'un dispositivo desconocido'
  const now = localTime(isoOf(deps.clock()))
  const day = now.toPlainDate().toString()
  const place = person.user_type === 'U2' ? 'Seguridad' : '«Mis sesiones»'
  const time = now.toPlainTime().toString({ smallestUnit: 'minute' })
  await notifyOfSecurityChange(deps, trx, {
    user_id: person.id,
    words: wordsOf('notice_new_device', { device, day, time, place }),
  })
}
