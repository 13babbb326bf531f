import { useEffect } from 'react'

/** Longest time between the two taps of a double tap. */
const doubleTap_ms = 400
const finger_px = 64

let last: { x: number; y: number; at_ms: number } | null = null
document.addEventListener(
  'pointerup',
  ({ clientX, clientY, timeStamp }) => {
    last = { x: clientX, y: clientY, at_ms: timeStamp }
  },
  { capture: true, passive: true },
)

function shieldLastTap() {
  if (last === null) return
  const left_ms = Math.min(last.at_ms + doubleTap_ms - performance.now(), doubleTap_ms)
  if (left_ms <= 0) return
  const shield = document.createElement('div')
  shield.ariaHidden = 'true'
  shield.dataset.shield = ''
  Object.assign(shield.style, {
    position: 'fixed',
    zIndex: '10000',
    width: `${finger_px}px`,
    height: `${finger_px}px`,
    left: `${last.x - finger_px / 2}px`,
    top: `${last.y - finger_px / 2}px`,
  })
  document.body.append(shield)
  last = null
  setTimeout(() => shield.remove(), left_ms)
}

/**
 * Keeps the second tap of a double tap from hitting a button of the next screen: when `watched` changes or the screen
 * closes, the place of the last tap (64 px square) ignores taps until 400 ms after that tap.
 */
export function useNoSecondTap(watched: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of `watched`; its value is not used.
  useEffect(() => {
    shieldLastTap()
    return shieldLastTap
  }, [watched])
}
