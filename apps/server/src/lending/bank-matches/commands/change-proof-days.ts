import type { ProofSettings } from '@quincena/domain/bank-statements/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readProofDays } from '../queries/proofs.ts'

/** Changes after how many days a payment that is still to be proved is late. */
export function changeProofDays(deps: Deps, context: CommandContext, value: ProofSettings) {
  return runCommand(deps, context, async (trx) => {
    const before = { proof_days: await readProofDays(trx) }
    await writeSetting(trx, 'payment_proof', { value, updated_at: isoOf(deps.clock()) })
    await writeAudit(deps, trx, {
      context,
      action: 'proof_days.changed',
      subject: ['setting', null],
      before,
      after: value,
    })
    return value
  })
}
