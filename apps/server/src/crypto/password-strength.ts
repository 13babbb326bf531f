import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The estimator is quadratic in the length; a password whose first 64 characters are hard to guess is hard. */
const LONGEST = 64

let estimator: Promise<ZxcvbnFactory> | undefined

/** The dictionaries (common passwords, Spanish words and names) take 0.3 s and 25 MB, so they load at the first use. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ])
  return new Factory({
    dictionary: { ...common.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: LONGEST,
  })
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/**
 * Estimates how hard a password is to guess (zxcvbn, 0 to 4: 2 needs a million guesses, 3 a hundred million).
 * `known` are words that an attacker tries first: names, the e-mail address, the product.
 */
export async function passwordScore(password: string, known: readonly string[]): Promise<number> {
  estimator ??= loadEstimator()
  const words = known.flatMap((text) => [text, plain(text), ...plain(text).split(/[^\p{Letter}\d]+/u)])
  const tried = words.filter((word) => word.length > 2)
  const { score } = (await estimator).check(password.normalize('NFC').slice(0, LONGEST), tried)
  return score
}
