import { beforeEach, expect, it, vi } from 'vitest'

// Each test gets a registry of its own.
beforeEach(() => vi.resetModules())

it('throws for a purpose without registered handlers', async () => {
  const { orderHandlers } = await import('./handlers.ts')
  expect(() => orderHandlers('payout')).toThrow('No handlers are registered for orders of purpose "payout"')
})

it('returns the handlers that the composition root registers for a purpose', async () => {
  const { registerModules } = await import('../../modules.ts')
  const { orderHandlers } = await import('./handlers.ts')
  const { payoutHandlers } = await import('../../lending/payouts/handlers/order-handlers.ts')
  registerModules()
  expect(orderHandlers('payout')).toBe(payoutHandlers)
})
