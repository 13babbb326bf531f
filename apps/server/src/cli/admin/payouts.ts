import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { payoutSwitchBody } from '@quincena/domain/transfers/detail'
import { hasAdmin } from '../../people/staff-access/queries.ts'
import { expireApprovals } from '../../platform/approvals/commands/expire-approvals.ts'
import { switchPayouts } from '../../treasury/transfers/commands/pause-payouts.ts'
import {
  lockPause,
  requestResumption,
  resumeAction,
} from '../../treasury/transfers/commands/resume-payouts.ts'
import { UsageError } from '../run-cli.ts'
import { type AdminCommand, inTransaction } from './command.ts'
import { mailAdmins } from './mail-admins.ts'

/** The reason, which may be several words without quotes. */
function readReason(args: readonly string[]): string {
  const body = payoutSwitchBody.safeParse({ paused: true, reason: args.join(' ') })
  if (!body.success || body.data.reason === undefined)
    throw new UsageError(`It takes a reason of at most ${TEXT_LIMITS.reason} characters.`)
  return body.data.reason
}

export const pausePayouts: AdminCommand = {
  args: 'REASON',
  does: 'pauses all payouts at once; orders wait and nothing is lost',
  read(args) {
    const reason = readReason(args)
    return inTransaction(async (operation) => {
      const { deps, trx, context } = operation
      const pause = await lockPause(trx)
      if (pause !== null)
        return `Payouts were paused already (${pause.reason ?? 'without a reason'}); nothing has changed.`
      await switchPayouts(deps, trx, { context, paused: true, reason })
      await mailAdmins(operation, {
        title: 'Envíos de dinero en pausa',
        done: `pausó los envíos de dinero. Motivo: ${reason}`,
      })
      return 'All payouts are paused.'
    })
  },
}

export const resumePayouts: AdminCommand = {
  args: 'REASON',
  does: 'asks an administrator to resume payouts; where there is none, resumes them',
  read(args) {
    const reason = readReason(args)
    return inTransaction(async (operation) => {
      const { deps, trx, context } = operation
      const pause = await lockPause(trx)
      if (pause === null) return 'Payouts are not paused; nothing has changed.'
      if (await hasAdmin(trx, { except: null })) {
        const { paused_at } = pause
        const request = await requestResumption(deps, trx, { context, reason, paused_at })
        await mailAdmins(operation, {
          title: 'Se pidió reanudar los envíos de dinero',
          done: `pidió reanudar los envíos de dinero. Motivo: ${reason}. Un administrador lo decide en Autorizaciones`,
        })
        return `Payouts stay paused: an administrator decides it in the app, in «Autorizaciones» (request ${request}).`
      }
      await switchPayouts(deps, trx, { context, paused: false, reason })
      const { name: action } = resumeAction
      await expireApprovals(deps, trx, { context, action, subject: 'setting', subject_ids: [0] })
      await mailAdmins(operation, {
        title: 'Envíos de dinero reanudados',
        done: `reanudó los envíos de dinero. Motivo: ${reason}`,
      })
      return 'Payouts are resumed. No administrator could decide it, so it was done at once.'
    })
  },
}
