import { randomBytes, randomUUID } from 'node:crypto'
import type { HealthCheck } from './health-check.ts'

const sampleBytes = 65_536

/** Writes a file, reads it back, compares and removes it. */
export const checkStorage: HealthCheck = async ({ storage }, { step }) => {
  const key = `health/${randomUUID()}`
  const sample = randomBytes(sampleBytes)
  await step('write', () => storage.put(key, sample, 'application/octet-stream'))
  const content = await step('read', () => storage.get(key))
  await step('remove', () => storage.remove(key))
  return {
    finding: sample.equals(content) ? 'storage_good' : 'storage_differs',
    facts: [{ fact: 'bytes', value: sampleBytes }],
  }
}
