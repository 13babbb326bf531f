import { tracedCall } from './tracing/spans.ts'

/** The services outside this installation. */
const services = ['stp', 'mail', 'storage', 'messages', 'constancia'] as const
type Service = (typeof services)[number]

const counts = new Map<Service, number>(services.map((service) => [service, 0]))

/** How many calls of each service failed since this process started. */
export const failureCounts = (): ReadonlyMap<Service, number> => counts

export const countFailure = (service: Service): void =>
  void counts.set(service, (counts.get(service) ?? 0) + 1)

/** Returns the call as a span of the trace; counts each time that it throws what `isFailure` takes for a failure of the service. */
export function counted<Args extends unknown[], Result>(
  service: Service,
  call: (...args: Args) => Promise<Result>,
  isFailure: (error: unknown) => boolean = () => true,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await tracedCall(service, () => call(...args))
    } catch (error) {
      if (isFailure(error)) countFailure(service)
      throw error
    }
  }
}
