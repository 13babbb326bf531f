import type { SigningSettingsBody } from '@quincena/domain/loans/signing-code'
import { channelFor, type SigningCodeSetting } from '@quincena/domain/loans/signing-code-rules'
import type { Db, Trx } from '../../db/types.ts'
import { hasNewPhone } from '../../people/worker-changes/queries.ts'
import { readSetting } from '../../platform/settings/queries.ts'

/** The lender's setting with its version; without a code, version 0, before its first write. */
export async function readSigningSettings(db: Db | Trx): Promise<SigningSettingsBody> {
  const saved = await readSetting(db, 'signing_code')
  return { channel: saved?.value.channel ?? 'none', version: saved?.version ?? 0 }
}

/** How a signature's code is sent; `none` if the lender asks for none. */
export async function readCodeChannel(db: Db | Trx): Promise<SigningCodeSetting> {
  return (await readSetting(db, 'signing_code'))?.value.channel ?? 'none'
}

/** How the code of one worker's signature is sent; by mail instead of SMS while the worker's phone is new. */
export async function readChannelFor(
  db: Db | Trx,
  worker: { user_id: number; now: Temporal.Instant },
): Promise<SigningCodeSetting> {
  const setting = await readCodeChannel(db)
  return setting === 'message'
    ? channelFor(setting, { has_new_phone: await hasNewPhone(db, worker) })
    : setting
}
