import { execFileSync } from 'node:child_process'
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
    [...read(file).matchAll(/^(?:Environment=|ExecStart=\/usr\/bin\/env )(.+?)(?: \/.*)?$/gm)].flatMap(
      ([, pairs = '']) => pairs.split(' '),
    ),
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

// The file of settings is one for all processes, and systemd sets what it has after what the unit sets.
test.each([
  ['quincena-jobs.service', { role: 'jobs', port: '3010' }],
  ['quincena-web@.service', { role: 'web', port: '3001' }],
])(
  'the program of %s has the role and port of the unit, also if the file of settings has others',
  (file, expected) => {
    const unit = read(`deploy/systemd/${file}`)
    expect(unit).toContain('EnvironmentFile=/etc/quincena/env')
    const [, line = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? []
    expect(line).toMatch(/\/usr\/bin\/node server\/main\.js$/)
    const [command = '', ...pairs] = line.replaceAll('%i', '3001').split(' ').slice(0, -2)
    const script = 'console.log(JSON.stringify({ role: process.env.ROLE, port: process.env.PORT }))'
    const shown = execFileSync(command, [...pairs, process.execPath, '-e', script], {
      env: { ROLE: 'all', PORT: '3000' },
      encoding: 'utf8',
    })
    expect(JSON.parse(shown)).toEqual(expected)
  },
)

// `environment` has precedence over `env_file` in Compose.
test('each container of the program has its role and port beside the file of settings', () => {
  const compose = read('deploy/compose.yaml')
  expect(compose).toMatch(/^x-web: &web\n {2}ROLE: web\n(?: {2}.+\n)* {2}PORT: '3000'$/m)
  const [, ...services] = compose.split(/^ {2}(?=\w+:$)/m)
  const programs = services.filter((service) => service.includes('<<: *server'))
  expect(programs.map((service) => /^ {4}environment: (.+)$/m.exec(service)?.[1])).toEqual([
    ...['*web', '*web'],
    '{ <<: *web, ROLE: jobs }',
  ])
})
