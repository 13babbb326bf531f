// Keeps the code that proves the ledger apart from the code that posts to it.
import { isTest, type Source } from './sources.ts'

const proof = 'apps/server/src/lending/ledger/recompute/'
/** The proof may name these types, and import nothing else from outside its folder but Node's own modules. */
const sharedTypes = 'packages/domain/src/money'
const valueImport = /\bimport\s+(?!type\b)[^'"]*['"]@quincena\/|\bimport\s*\(/

const isOwn = (target: string) => target.startsWith(proof) || target.startsWith('node:')

/** Refuses imports by which the recomputation of loans would share code with what it proves. */
export function independenceProblems({ file, text, targets }: Source): string[] {
  if (!file.startsWith(proof) || isTest(file)) return []
  const foreign = targets.filter((target) => !isOwn(target) && target !== sharedTypes)
  return [
    ...foreign.map((target) => `${file} imports ${target}: it shares no code with what it proves`),
    ...(valueImport.test(text)
      ? [`${file} imports more than types: it shares no code with what it proves`]
      : []),
  ]
}
