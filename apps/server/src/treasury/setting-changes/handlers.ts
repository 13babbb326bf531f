import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import type { AuditAction } from '@quincena/domain/audit/words'
import type { MessageCode } from '@quincena/domain/messages'
import type { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import { type LockName, takeLock } from '../../db/locks.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'

/** The body of a change: the new value and the version that was edited. */
export type SettingBody = z.ZodObject<{ version: z.ZodInt }>
type ValueOf<Schema extends SettingBody> = Omit<z.output<Schema>, 'version'>

interface Stored<Value> {
  value: Value
  version: number
}

/** Who changes a setting, and what the audit row says of the second person. */
interface Change<Schema extends SettingBody> {
  context: CommandContext
  body: z.output<Schema>
  by: { is_alone: true } | { requested_by: number; approval_id: number }
}

interface Definition<Schema extends SettingBody> {
  /** Name of the approval, `loan_limits.change`. */
  name: string
  /** What happens, in Spanish. */
  title: string
  body: Schema
  /** Held while the setting is read and written. */
  lock: LockName
  /** The refusal of a change whose version is not the stored one. */
  clash: MessageCode
  audited: AuditAction
  read(trx: Trx): Promise<Stored<ValueOf<Schema>>>
  /** The facts that change, in Spanish; none if both are the same. */
  linesOf(trx: Trx, before: ValueOf<Schema>, after: ValueOf<Schema>): Promise<ApprovalLine[]> | ApprovalLine[]
  write(deps: Deps, trx: Trx, value: ValueOf<Schema>): Promise<void>
}

/** A setting that protects money. After the first payout another admin approves each change of it. */
export interface ProtectedSetting<Schema extends SettingBody = SettingBody> {
  readonly clash: MessageCode
  readonly action: ApprovalAction<Schema>
  /** Locks the setting and reads it. */
  lockStored(trx: Trx): Promise<Stored<ValueOf<Schema>>>
  /** Stores the value and writes the audit row. The setting is locked. */
  store(deps: Deps, trx: Trx, change: Change<Schema>): Promise<void>
}

/** Defines a setting that protects money, with the approval of its changes. */
export function protectedSetting<Schema extends SettingBody>(
  definition: Definition<Schema>,
): ProtectedSetting<Schema> {
  const { name, title, body: payload, lock, clash, audited, read, linesOf, write } = definition
  const lockStored = async (trx: Trx) => {
    await takeLock(trx, lock)
    return read(trx)
  }
  const store = async (deps: Deps, trx: Trx, { context, body, by }: Change<Schema>) => {
    const { value: before } = await read(trx)
    const { version: _version, ...value } = body
    await write(deps, trx, value)
    const subject = ['setting', null] as const
    await writeAudit(deps, trx, { context, action: audited, subject, before, after: { ...value, ...by } })
  }
  const action: ApprovalAction<Schema> = {
    ...{ name, payload, requesters: ['U0'], deciders: 'admin', is_single: true },
    subjectOf: () => ['setting', 0],
    async describe(trx, body) {
      const lines = await linesOf(trx, (await read(trx)).value, body)
      return { title, amount: null, person: null, lines }
    },
    isUnchanged: async (trx, { version }) => (await lockStored(trx)).version === version,
    async execute(deps, trx, { context, payload: body, approval }) {
      const by = { requested_by: approval.requested_by, approval_id: approval.id }
      await store(deps, trx, { context, body, by })
      return {}
    },
  }
  return { clash, action, lockStored, store }
}
