import type { SigningSettingsBody } from '@quincena/domain/loans/signing-code'
import type { SigningCodeSetting } from '@quincena/domain/loans/signing-code-rules'
import type { Db, Trx } from '../../db/types.ts'
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
