import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseVariables, variableNames } from '../apps/server/src/config/variables.ts'
import { envExample, exampleFile } from './env-example.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the example of settings is the one that its script writes: npm run env:example', () => {
  expect(read(exampleFile)).toBe(envExample(root))
})

test('the example has each setting once, and the values in it are valid', () => {
  const lines = [...read(exampleFile).matchAll(/^(?:# )?([A-Z_0-9]+)=(.*)$/gm)]
  const names = lines.map(([, name = '']) => name)
  expect(names.toSorted()).toEqual(
    variableNames.filter((name) => name !== 'DATABASE_ADMIN_URL' && name !== 'PUSH_ALLOW_LOCAL').toSorted(),
  )
  const { faults } = parseVariables(Object.fromEntries(lines.map(([, name = '', value]) => [name, value])))
  expect(faults).toEqual(new Map())
})

test('the container and the units set only variables that the server has, and valid values', () => {
  const ofNode = ['NODE_ENV']
  const set = globSync('deploy/systemd/*.service', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' ')),
  )
  const [, inImage = ''] = /^ENV (.+)$/m.exec(read('Dockerfile')) ?? []
  const inCompose = [...read('deploy/compose.yaml').matchAll(/^ {2}([A-Z_]+): '?([^'\n]+)/gm)].map(
    ([, name, value]) => `${name}=${value}`,
  )
  expect(inCompose).toContain('TRUST_PROXY=172.30.0.0/24')
  for (const pair of [...set, ...inImage.split(' '), ...inCompose]) {
    const [name = '', value] = pair.replace('%i', '3001').split('=')
    if (ofNode.includes(name)) continue
    expect(variableNames).toContain(name)
    expect(parseVariables({ [name]: value }).faults).toEqual(new Map())
  }
})
