import { demoPassword, demoPeople } from './passwords.ts'

/**
 * How demo users sign in: with the published password, or with random ones that only the start which made them can
 * show.
 */
export type DemoAccess = 'published' | { made: ReadonlyMap<string, string> }

function accessLines(access: DemoAccess): string[] {
  if (access === 'published') {
    const people = demoPeople.map(({ email, description }) => `    ${email.padEnd(26)} ${description}`)
    return [`  Accesos de demostración (contraseña ${demoPassword})`, ...people]
  }
  const { made } = access
  if (made.size === 0) return ['  Las contraseñas de demostración se mostraron en el primer arranque.']
  const people = demoPeople.map(({ email, description }) => {
    return `    ${email.padEnd(26)} ${(made.get(email) ?? 'la que tenía').padEnd(18)} ${description}`
  })
  return ['  Accesos de demostración; las contraseñas se muestran solo esta vez', ...people]
}

interface Started {
  /** The address of the web app. */
  site: string
  /** Undefined outside DEMO. */
  access: DemoAccess | undefined
  /** The mails are visible on a page. */
  shows_mails: boolean
}

/** The text that the server prints once it listens. */
export function greeting({ site, access, shows_mails }: Started): string {
  const lines = [`\n  Quincena  ${site}/\n`]
  if (access !== undefined) lines.push(...accessLines(access))
  if (shows_mails) lines.push(`\n  Correos de la demo  ${site}/demo/correos`)
  if (access !== undefined) lines.push(`\n  App del trabajador  ${site}/app/login\n`)
  return `${lines.join('\n')}\n`
}

/** The text that a process without the web app prints once it listens. */
export const processGreeting = (address: string) => `\n  Quincena  ${address}/healthz  (solo trabajos)\n`
