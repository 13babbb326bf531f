import type { ClientRequest } from 'node:http'

/**
 * Fails a call whose answer switches to another protocol (101 with `Upgrade`). Without this Node drops the connection
 * without any event, and whatever waits for the call waits for ever, past its time limit.
 */
export function refuseUpgrade(call: ClientRequest, fail: (error: Error) => void): void {
  call.once('upgrade', (_answer, socket) => {
    socket.destroy()
    fail(Object.assign(new Error('The answer switches to another protocol'), { code: 'UPGRADE' }))
  })
}
