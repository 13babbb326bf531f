import { describe, expect, it } from 'vitest'
import { createFaults } from './faults.ts'
import { createSeededFaults, type Place, type SeedInput } from './seeded-faults.ts'

const places: Place[] = ['register', 'query', 'query', 'settle', 'webhook', 'webhook', 'list']

/** The faults of 200 orders at all places; `key` gives each order its tracking key. */
function history(input: SeedInput, key: (order: number) => string, near_cut = false) {
  const draw = createSeededFaults(input)
  return Array.from({ length: 200 }, (_, order) =>
    places.map((place) => draw({ place, target: { tracking_key: key(order) }, near_cut })),
  ).flat()
}

describe('faults by seed', () => {
  it('are the same for the same seed with any keys, and differ for another seed', () => {
    const first = history({ seed: 7, rate: 0.3 }, (order) => `CLAVE${order}`)
    expect(history({ seed: 7, rate: 0.3 }, (order) => `OTRA${order * 31}`)).toEqual(first)
    expect(history({ seed: 8, rate: 0.3 }, (order) => `CLAVE${order}`)).not.toEqual(first)
  })

  it('happen at the given rate: never at 0, always at 1', () => {
    const share = (rate: number) => {
      const drawn = history({ seed: 'a', rate }, String)
      return drawn.filter((fault) => fault !== undefined).length / drawn.length
    }
    expect(share(0)).toBe(0)
    expect(share(1)).toBe(1)
    expect(share(0.3)).toBeGreaterThan(0.25)
    expect(share(0.3)).toBeLessThan(0.35)
  })

  it('include every kind, and past_cut only near the cut', () => {
    const kinds = (near_cut: boolean) =>
      new Set(history({ seed: 1, rate: 1 }, String, near_cut).map((fault) => `${fault?.on} ${fault?.action}`))
    const common = [
      ...['lose', 'delay', 'answer', 'forbidden', 'refuse'].map((action) => `register ${action}`),
      ...['lose', 'delay', 'answer', 'forbidden'].flatMap((action) => [`query ${action}`, `list ${action}`]),
      ...['drop', 'duplicate', 'delay', 'reorder'].map((action) => `webhook ${action}`),
      ...['return', 'cancel', 'return_later'].map((action) => `settle ${action}`),
    ]
    expect([...kinds(false)].sort()).toEqual(common.sort())
    expect([...kinds(true)].sort()).toEqual([...common, 'register past_cut'].sort())
  })

  it('happen only at the places of `only` and within the longest delay', () => {
    const drawn = history({ seed: 3, rate: 1, delay_ms: 5, only: ['webhook'] }, String)
    const faults = drawn.filter((fault) => fault !== undefined)
    expect(new Set(faults.map((fault) => fault.on))).toEqual(new Set(['webhook']))
    const delays = faults.flatMap((fault) => ('delay_ms' in fault ? [fault.delay_ms] : []))
    expect(Math.max(...delays)).toBe(5)
  })

  it('come after the plan, are listed and end when cleared', () => {
    const faults = createFaults(() => false)
    faults.seed({ seed: 1, rate: 1 })
    faults.set([{ on: 'query', action: 'forbidden' }])
    expect(faults.takeRequest('query', { tracking_key: 'A1' })).toMatchObject({ action: 'forbidden' })
    expect(faults.takeRequest('query', { tracking_key: 'A1' })).toBeDefined()
    expect(faults.played()).toHaveLength(2)
    expect(faults.played()[0]).toMatchObject({ on: 'query', met: 'A1' })
    faults.clear()
    expect(faults.takeRequest('query', { tracking_key: 'A1' })).toBeUndefined()
    expect(faults.played()).toEqual([])
  })
})
