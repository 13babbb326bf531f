import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  type CheckedElement,
  checkContract,
  readElements,
} from '../lending/contracts/checks/check-contract.ts'
import { readPdfPages } from '../pdf/read-pages.ts'

function lineOf({ place, name, is_found }: CheckedElement): string {
  return `${is_found ? 'found  ' : 'MISSING'}  ${place.padEnd(10)}  ${name}`
}

/** Why a missing element is needed, how sure that is, and who supplies it. */
function reasonOf({ source, certainty, supplier, note }: CheckedElement): string[] {
  return [
    `${' '.repeat(21)}${source} (${certainty})`,
    ...(note === undefined ? [] : [`${' '.repeat(21)}${note}`]),
    ...(supplier === undefined ? [] : [`${' '.repeat(21)}To be supplied by the ${supplier}.`]),
  ]
}

/** Lists each required element of a contract. Returns the exit code. */
async function run(path: string): Promise<number> {
  const elements = checkContract(await readPdfPages(await readFile(path)), await readElements())
  const missing = elements.filter(({ is_found }) => !is_found)
  const lines = elements.flatMap((one) => [lineOf(one), ...(one.is_found ? [] : reasonOf(one))])
  const count = `${elements.length - missing.length} found, ${missing.length} missing`
  process.stdout.write(`${lines.join('\n')}\n${count}\n`)
  return missing.length === 0 ? 0 : 1
}

/** `npm run contract:check -- FILE`: exit code 0 if nothing is missing, 1 if something is, 2 nothing to check. */
try {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new Error('Usage: npm run contract:check -- FILE')
  process.exitCode = await run(path)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
