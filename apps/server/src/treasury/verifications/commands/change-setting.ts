import { type VerificationSetting, verificationSetting } from '@quincena/domain/accounts/verification-schema'
import { modeNames } from '@quincena/domain/accounts/verification-words'
import { isoOf } from '../../../command/clock.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { protectedSetting } from '../../setting-changes/handlers.ts'

/** Returns the setting with its version; 0 before its first write. */
export async function readVerificationSetting(db: Db | Trx): Promise<VerificationSetting> {
  const saved = await readSetting(db, 'account_verification')
  return { mode: saved?.value.mode ?? 'off', version: saved?.version ?? 0 }
}

/** What the lender does with unverified accounts; a change applies from the next request and acceptance. */
export const verificationModeSetting = protectedSetting({
  ...{ name: 'account_verification.change_setting', title: 'Cambiar la confirmación de cuentas' },
  ...{ body: verificationSetting, lock: 'account_verification_setting' },
  ...{ clash: 'account_verification.setting_changed', audited: 'account_verification.setting_changed' },
  async read(trx) {
    const { version, ...value } = await readVerificationSetting(trx)
    return { value, version }
  },
  linesOf: (_trx, before, after) =>
    before.mode === after.mode
      ? []
      : [
          {
            label: 'Cuentas cuyo titular no se ha confirmado',
            before: modeNames[before.mode],
            value: modeNames[after.mode],
          },
        ],
  write: (deps, trx, { mode }) =>
    writeSetting(trx, 'account_verification', { value: { mode }, updated_at: isoOf(deps.clock()) }),
})
