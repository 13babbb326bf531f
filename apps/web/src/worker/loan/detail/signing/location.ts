export interface Place {
  latitude: number
  longitude: number
  /** In meters. */
  accuracy?: number | undefined
}

/** The place of a signed acceptance, without its other data. */
export const placeOf = ({ latitude, longitude, accuracy }: Place): Place => ({
  latitude,
  longitude,
  accuracy,
})

const quick_ms = 2_000
const timeout_ms = 10_000
const freshEnough_ms = 60_000

function requestPosition(options: PositionOptions): Promise<Place> {
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
 * Location of this device, at most 1 minute old. Waits 2 s (spec: employee-app §9); after a timeout it tries once more
 * with high accuracy for 10 s. Throws if there is no location, which an acceptance needs.
 */
export async function locate(): Promise<Place> {
  if (!('geolocation' in navigator)) throw new Error('This browser has no geolocation')
  try {
    return await requestPosition({ timeout: quick_ms, maximumAge: freshEnough_ms })
  } catch (error) {
    if (!isTimeout(error)) throw error
    return requestPosition({ timeout: timeout_ms, maximumAge: freshEnough_ms, enableHighAccuracy: true })
  }
}
