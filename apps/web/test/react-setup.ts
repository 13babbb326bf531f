import * as React from 'react'

/** What React shares between its own packages. */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
// React's development build notes a stack for each of the first 10,000 elements of a second, for its own messages.
// Without them the tests of screens take an eighth less processor time.
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => undefined,
  })
