// `npm run admin -- COMMAND`: what an operator does beside a running server. `help` lists the commands.
import { userInfo } from 'node:os'
import type { MessageCode } from '@quincena/domain/messages'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { conflictFromConstraint } from '../command/constraints.ts'
import type { CommandLine } from '../command/context.ts'
import { AppError } from '../command/errors.ts'
import { readSudoUser } from '../env.ts'
import { registerModules } from '../modules.ts'
import type { AdminCommand } from './admin/command.ts'
import { jobs, retryJob, retryJobs } from './admin/jobs.ts'
import { openDeps } from './admin/open-deps.ts'
import { pausePayouts, resumePayouts } from './admin/payouts.ts'
import { resendInvitation } from './admin/resend-invitation.ts'
import { resetFactor } from './admin/reset-factor.ts'
import { runCommand, UsageError } from './run-cli.ts'

const commands = new Map<string, AdminCommand>([
  ['reset-factor', resetFactor],
  ['resend-invitation', resendInvitation],
  ['pause-payouts', pausePayouts],
  ['resume-payouts', resumePayouts],
  ['jobs', jobs],
  ['retry-job', retryJob],
  ['retry-jobs', retryJobs],
])

const call = 'npm run -s admin --'

function help(): string {
  const lines = [...commands].map(([name, { args, does }]) => `  ${name} ${args}\n      ${does}`)
  return [`${call} COMMAND`, ...lines, '  help\n      prints this list'].join('\n')
}

/** What went wrong, for an operator. Other refusals keep the words that staff read. */
const refusals: Partial<Record<MessageCode, string>> = {
  'approval.already_open': 'It was asked before and waits for an administrator, in «Autorizaciones».',
  'invitation.too_many': 'Three invitations were sent to this person within an hour: try again later.',
  'two_factor.off': 'This person has no second factor.',
  'user.already_in': 'This person has a password: it is changed with «¿Olvidaste tu contraseña?».',
}

function explain(error: unknown): unknown {
  const refusal = error instanceof AppError ? error : conflictFromConstraint(error)
  return refusal === undefined ? error : new Error(refusals[refusal.code] ?? refusal.detail)
}

const maxNameLength = 60

/** The operating system's user; in a container it may have no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'sin nombre')
  }
}

function commandLine(): CommandLine {
  const sudo = readSudoUser()
  const name = sudo === undefined ? systemUser() : `${sudo}, como ${systemUser()}`
  return { user: null, ip: null, user_agent: `línea de comandos (${name.slice(0, maxNameLength)})` }
}

function readCommand([name = '', ...args]: string[]) {
  const command = commands.get(name)
  if (command === undefined) {
    const what = name === '' ? 'It needs a command' : `There is no command «${name}»`
    throw new UsageError(`${what}: ${call} help lists them.`)
  }
  try {
    return command.read(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${name} ${command.args}: ${error.message}`)
  }
}

await runCommand(async () => {
  const args = process.argv.slice(2)
  if (args[0] === 'help' && args.length === 1) {
    process.stdout.write(`${help()}\n`)
    return 0
  }
  const work = readCommand(args)
  z.config(spanish)
  registerModules()
  const { deps, close } = await openDeps()
  try {
    const result = await work(deps, commandLine()).catch((error: unknown) => {
      throw explain(error)
    })
    process.stdout.write(`${result}\n`)
    return 0
  } finally {
    await close()
  }
})
