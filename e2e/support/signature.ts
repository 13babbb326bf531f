import { seeded } from '../../apps/server/src/demo/random.ts'
import { drawSignature } from '../../apps/server/src/demo/signature.ts'

/** A PNG data URL with ink, for calls made without a canvas. */
export const signature = drawSignature(seeded(7))
