import { type SigningSettingsBody, signingSettingsBody } from '@quincena/domain/loans/signing-code'
import { signingCodeNames } from '@quincena/domain/loans/signing-code-rules'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { protectedSetting } from '../../../treasury/setting-changes/handlers.ts'
import { readSigningSettings } from '../queries.ts'

/** Throws `signing_settings.no_messages` (422) at `channel` where codes by SMS cannot be sent. */
export function requireChannel(
  { messenger }: Pick<Deps, 'messenger'>,
  { channel }: Pick<SigningSettingsBody, 'channel'>,
): void {
  const code = 'signing_settings.no_messages'
  if (channel === 'message' && messenger === null)
    throw new AppError(code, 422, { fields: { channel: code } })
}

/** Whether a signature needs a code; a change counts from the next signature on. */
export const signingSetting = protectedSetting({
  ...{ name: 'signing_settings.change', title: 'Cambiar el código al firmar', body: signingSettingsBody },
  ...{ lock: 'signing_settings', clash: 'signing_settings.changed', audited: 'signing_settings.changed' },
  async read(trx) {
    const { version, ...value } = await readSigningSettings(trx)
    return { value, version }
  },
  linesOf: (_trx, before, after) =>
    before.channel === after.channel
      ? []
      : [
          {
            label: 'Pedir un código al firmar',
            before: signingCodeNames[before.channel],
            value: signingCodeNames[after.channel],
          },
        ],
  async write(deps, trx, { channel }) {
    // The provider may have been removed since the change was asked for.
    requireChannel(deps, { channel })
    await writeSetting(trx, 'signing_code', { value: { channel }, updated_at: isoOf(deps.clock()) })
  },
})
