import { useEffect } from 'react'

/** Two taps so near in time are one double tap. */
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
 * The second tap of a double tap falls on what came where the first one's button was, and nobody meant to tap that:
 * when `what` is another than before, or its screen goes, the spot of a tap of that moment takes none for a blink.
 */
export function useNoSecondTap(what: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is does not matter, that it is another does.
  useEffect(() => {
    shieldLastTap()
    return shieldLastTap
  }, [what])
}
