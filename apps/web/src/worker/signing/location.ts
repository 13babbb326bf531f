export interface Place {
  latitude: number
  longitude: number
  /** Metres. */
  accuracy: number
}

const quick_ms = 2_000
const patient_ms = 10_000
const freshEnough_ms = 60_000

function ask(options: PositionOptions): Promise<Place> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      reject,
      options,
    )
  })
}

const isTimeout = (error: unknown) =>
  error instanceof GeolocationPositionError && error.code === error.TIMEOUT

/**
 * Where this phone is. It gets 2 seconds (spec: employee-app §9); one that is only slow, not forbidden,
 * is given longer. Throws when there is no place to be had: without it nothing can be accepted.
 */
export async function locate(): Promise<Place> {
  if (!('geolocation' in navigator)) throw new Error('This browser has no geolocation')
  try {
    return await ask({ timeout: quick_ms, maximumAge: freshEnough_ms })
  } catch (error) {
    if (!isTimeout(error)) throw error
    return ask({ timeout: patient_ms, maximumAge: freshEnough_ms, enableHighAccuracy: true })
  }
}
