import { expect, test } from 'vitest'
import { moveSide, rangeOf, turnCrop, wholePicture } from './crop.ts'
import { rotatedSize } from './photo.ts'

const crop = { left: 0.2, top: 0.1, right: 0.8, bottom: 0.9 }

test.each([
  ['left', 0.5, 0.5],
  ['left', -3, 0],
  ['left', 0.95, 0.7],
  ['right', 0.25, 0.3],
  ['right', 2, 1],
  ['top', 0.85, 0.8],
  ['bottom', 0.05, 0.2],
] as const)('moves the %s side to %d and limits it to %d', (side, place, expected) => {
  const moved = moveSide(crop, side, place)
  expect(moved[side]).toBeCloseTo(expected)
  expect({ ...moved, [side]: crop[side] }).toEqual(crop)
})

test('limits a side to between the edge and the minimum distance from the opposite side', () => {
  const { min, max } = rangeOf(crop, 'bottom')
  expect([min, max]).toEqual([0.2, 1])
})

test('moves the left side to the top with one quarter turn, and restores the crop with four [E2.45]', () => {
  expect(turnCrop(crop)).toEqual({ left: 1 - 0.9, top: 0.2, right: 1 - 0.1, bottom: 0.8 })
  const back = turnCrop(turnCrop(turnCrop(turnCrop(crop))))
  for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(back[side]).toBeCloseTo(crop[side])
  expect(turnCrop(wholePicture)).toEqual(wholePicture)
  expect(rotatedSize({ width: 4, height: 3 }, 1)).toEqual({ width: 3, height: 4 })
  expect(rotatedSize({ width: 4, height: 3 }, 2)).toEqual({ width: 4, height: 3 })
})
