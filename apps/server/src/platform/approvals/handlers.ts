import type { Deciders } from '@quincena/domain/approvals/rules'
import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import type { AuditSubject } from '@quincena/domain/audit/words'
import type { Cents } from '@quincena/domain/money'
import type { UserType } from '@quincena/domain/users/schema'
import type { z } from 'zod'
import type { Actor, CommandContext } from '../../command/context.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'

/** What the deciding person reads, in Spanish. It is stored with the request. */
interface Description {
  /** What will happen, at most 120 characters: `Devolver saldo a favor`. */
  title: string
  /** The money that moves, in centavos above zero; null if the action moves none. */
  amount: Cents | null
  /** The person or company concerned; null if it concerns none. */
  person: string | null
  lines: ApprovalLine[]
}

/** How an action is executed: `context` is the approving user's, whose name the audit rows of the action have. */
export interface Execution<Payload> {
  context: CommandContext
  payload: Payload
  approval: { id: number; requested_by: number }
}

/** What the approving user of a request of the command line carries out: it has no requester. */
type SystemExecution<Payload> = Omit<Execution<Payload>, 'approval'> & { approval: { id: number } }

/** A command of the command line that an admin decides. */
export interface SystemAction<Schema extends z.ZodObject = z.ZodObject>
  extends Omit<ApprovalAction<Schema>, 'requesters' | 'execute' | 'onRefused' | 'onWithdrawn'> {
  readonly requesters: 'command line'
  execute(deps: Deps, trx: Trx, execution: SystemExecution<z.output<Schema>>): Promise<object>
}

/** A command that needs a second person. The module that owns it defines it and `src/modules.ts` registers it. */
export interface ApprovalAction<Schema extends z.ZodObject = z.ZodObject> {
  /** Noun and verb, `refund.release`. It never changes, because stored requests have it. */
  readonly name: string
  /** Stored as JSON and parsed again before the execution, so it has codecs such as `money` but no one-way transform. */
  readonly payload: Schema
  /** Who may request it. A worker requests only for themselves: the requesting command checks that. */
  readonly requesters: readonly UserType[]
  /** True if a token of the API may ask for it; else `token.human_only` (403). */
  readonly isOpenToTokens?: true
  /** `admin` if only an admin may make the call, else `staff`. */
  readonly deciders: Deciders
  /** True if a subject can have only one open request of this action; a second one is 409 `approval.already_open`. */
  readonly is_single: boolean
  subjectOf(payload: z.output<Schema>): readonly [AuditSubject, number]
  describe(trx: Trx, payload: z.output<Schema>): Promise<Description>
  /**
   * Locks the subject first, as the requesting command does, and returns whether it still is as the payload says. False
   * makes the request stale when somebody approves it.
   */
  isUnchanged(trx: Trx, payload: z.output<Schema>): Promise<boolean>
  /**
   * Carries the command out in the transaction of the approval, without `runCommand`. Returns what is stored as the
   * result. An error leaves the request open.
   */
  execute(deps: Deps, trx: Trx, execution: Execution<z.output<Schema>>): Promise<object>
  /** What a refusal changes, in its transaction; without it, nothing. The subject is locked and may have changed. */
  onRefused?(deps: Deps, trx: Trx, refusal: Execution<z.output<Schema>> & { reason: string }): Promise<void>
  /** What the requester's withdrawal changes, in its transaction; without it, nothing. The subject is locked. */
  onWithdrawn?(deps: Deps, trx: Trx, withdrawal: Execution<z.output<Schema>>): Promise<void>
}

/**
 * Refuses a decision of somebody who is not another person than the requester, with an `AppError`. The module of people
 * knows who is.
 */
export type PersonCheck = (
  deps: Deps,
  trx: Trx,
  decision: { user: Actor; others: readonly number[]; deciders: Deciders },
) => Promise<void>

let personCheck: PersonCheck | undefined

/** Registers the check of the deciding person; the composition root calls it before requests are handled. */
export function registerPersonCheck(check: PersonCheck): void {
  personCheck = check
}

/** Returns the check of the deciding person. Throws if there is none. */
export function decidingPersonCheck(): PersonCheck {
  if (personCheck === undefined) throw new Error('No check of the deciding person is registered')
  return personCheck
}

export type AnyAction = ApprovalAction | SystemAction

export const isSystemAction = (action: AnyAction): action is SystemAction =>
  action.requesters === 'command line'

const registered = new Map<string, AnyAction>()

/**
 * Registers actions; the composition root calls it before requests are handled. Throws if another action has the name.
 */
export function registerApprovalActions(actions: readonly AnyAction[]): void {
  for (const action of actions) {
    const known = registered.get(action.name)
    if (known !== undefined && known !== action) throw new Error(`Two approval actions are ${action.name}`)
    registered.set(action.name, action)
  }
}

/** Returns a registered action. Throws if there is none of this name. */
export function approvalAction(name: string): AnyAction {
  const action = registered.get(name)
  if (action === undefined) throw new Error(`No approval action is registered as ${name}`)
  return action
}
