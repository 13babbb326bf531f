import type { PointGroup } from 'signature_pad'
import { expect, test } from 'vitest'
import { exportStrokes, fitFactor, isSigned, scaleStrokes } from './signature-strokes.ts'

const stroke = (...places: [x: number, y: number][]): PointGroup => ({
  points: places.map(([x, y], index) => ({ x, y, pressure: 0.5, time: 1000 + index })),
  dotSize: 0,
  minWidth: 1,
  maxWidth: 2,
  velocityFilterWeight: 0.7,
  penColor: 'black',
  compositeOperation: 'source-over',
})

test('strokes of 24 px in total are a signature, a touch or a short line is not', () => {
  expect(isSigned([])).toBe(false)
  expect(isSigned([stroke([10, 10])])).toBe(false)
  expect(isSigned([stroke([10, 10], [20, 10])])).toBe(false)
  expect(isSigned([stroke([10, 10], [40, 50])])).toBe(true)
  expect(isSigned([stroke([0, 0], [12, 0]), stroke([50, 0], [50, 12])])).toBe(true)
})

test('scales a drawing to fit a canvas of another shape', () => {
  expect(fitFactor({ width: 358, height: 260 }, { width: 716, height: 130 })).toBe(0.5)
  expect(fitFactor({ width: 0, height: 0 }, { width: 716, height: 130 })).toBe(1)
  const [half] = scaleStrokes([stroke([100, 40])], 0.5)
  expect(half?.points[0]).toMatchObject({ x: 50, y: 20, time: 1000 })
})

test('exports position and pressure rounded to a tenth, and the time', () => {
  expect(exportStrokes([stroke([10.04, 20.06])])).toEqual([[{ x: 10, y: 20.1, time: 1000, pressure: 0.5 }]])
})
