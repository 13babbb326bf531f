import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Daemon, startDaemon } from '../daemons.ts'
import { fillIn } from './documents.ts'

/** Node's folder first: a release needs Node 26, and Debian's npm starts the first `node`. */
const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`

interface Ended {
  code: number
  output: string
}

/** A folder that stands for a fresh machine. */
export interface Machine {
  folder: string
  /** Runs a program and waits for its end. */
  run: (
    command: readonly string[],
    options?: { cwd?: string; env?: Record<string, string> },
  ) => Promise<Ended>
  /** Runs it as the pages say: `(set -a; . /etc/quincena/env; COMMAND)` in the folder of the release. */
  operate: (command: string, env?: Record<string, string>) => Promise<Ended>
  /** Starts a program beside the test. */
  launch: (name: string, command: string[], user?: { uid?: number; gid?: number }) => Daemon
  /** The file with the settings. */
  settings: string
  /** The unpacked release. */
  release: string
  remove: () => Promise<void>
}

export function prepareMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-machine-'))
  chmodSync(folder, 0o755)
  for (const name of ['opt', 'etc', 'var']) mkdirSync(join(folder, name), { mode: 0o755 })
  const [settings, release] = [join(folder, 'etc/env'), join(folder, 'opt/quincena')]
  const daemons: Daemon[] = []
  // Not the synchronous call: this process is the mail server and the file storage meanwhile.
  const run: Machine['run'] = ([program = '', ...args], { cwd = folder, env = {} } = {}) =>
    new Promise((resolve) => {
      const options = { cwd, env: { PATH: path, HOME: folder, ...env }, maxBuffer: 2 ** 26 }
      execFile(program, args, options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1
        resolve({ code, output: `${stdout}${stderr}` })
      })
    })
  return {
    ...{ folder, run, settings, release },
    operate: (command, env = {}) =>
      run(['bash', '-c', `set -a; . ${settings}; ${command}`], { cwd: release, env }),
    launch(name, command, user = {}) {
      const daemon = startDaemon(command, { folder, user, name })
      daemons.push(daemon)
      return daemon
    },
    async remove() {
      for (const daemon of daemons.toReversed()) await daemon.stop('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Unpacks an archive as step 1 of deploy.md does; `commands` are the page's. */
export async function unpack(machine: Machine, archive: string, commands: string): Promise<Ended> {
  const name = archive.split('/').at(-1)?.replace('.tar.gz', '') ?? ''
  const version = name.replace(/-[a-z]+-[a-z0-9]+$/, '')
  const script = fillIn(commands, [
    ['quincena-0.1.0-linux-x64', name],
    ['-C /opt', `-C ${machine.folder}/opt`],
    ['quincena-0.1.0 /opt/quincena', `${version} ${machine.release}`],
  ])
  return machine.run(['bash', '-ec', script], { cwd: dirname(archive) })
}

/** Writes the settings of a release's `.env.example`, each in its line, with these values, and `more` below them. */
export function writeSettings({ release, settings }: Machine, values: Record<string, string>, more: string) {
  const example = readFileSync(join(release, 'deploy/.env.example'), 'utf8')
  const text = Object.entries(values).reduce((filled, [name, value]) => {
    const line = new RegExp(`^(?:# )?${name}=.*$`, 'm')
    if (!line.test(filled)) throw new Error(`.env.example has no ${name}`)
    return filled.replace(line, () => `${name}="${value}"`)
  }, example)
  const empty = [...text.matchAll(/^(?<name>[A-Z0-9_]+)=$/gm)].map(({ groups }) => groups?.name)
  if (empty.length > 0) throw new Error(`these lines have no value: ${empty.join(', ')}`)
  writeFileSync(settings, `${text}${more}`, { mode: 0o600 })
}

/** The user that runs the program where the test runs as root: one that owns nothing. */
const asWeakUser = process.getuid?.() === 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : ''

/** Starts a unit of the release as systemd does: its settings, its user, its folder and its command. */
export function startUnit(machine: Machine, { unit, port }: { unit: string; port: number }): Daemon {
  const text = readFileSync(join(machine.release, 'deploy/systemd', unit), 'utf8')
  const command = /^ExecStart=\/usr\/bin\/env (?<words>.*)$/m.exec(text)?.groups?.words ?? ''
  const words = fillIn(command, [[/PORT=\S+/.exec(command)?.[0] ?? 'PORT=', `PORT=${port}`]])
  const started = fillIn(words, [['/usr/bin/node', process.execPath]])
  const script = `set -a; . ${machine.settings}; cd ${machine.release}; exec ${asWeakUser}env ${started}`
  return machine.launch(`${unit}-${port}`, ['bash', '-c', script])
}

/** The names of all files of the release: the program writes none. */
export const filesOf = ({ release }: Machine) =>
  readdirSync(release, { recursive: true, encoding: 'utf8' }).toSorted()
