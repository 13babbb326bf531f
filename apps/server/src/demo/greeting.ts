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

/** The text that the server prints once it listens; `access` is undefined outside DEMO. */
export function greeting(site: string, access: DemoAccess | undefined): string {
  const lines = [`\n  Quincena  ${site}/\n`]
  if (access !== undefined) lines.push(...accessLines(access), `\n  App del trabajador  ${site}/app/login\n`)
  return `${lines.join('\n')}\n`
}
