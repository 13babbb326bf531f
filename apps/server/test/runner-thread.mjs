// A thread for the tests of work queues: answers, hangs or crashes as the job says.
import { parentPort } from 'node:worker_threads'

parentPort.on('message', ({ name, does }) => {
  if (does === 'crash') throw new Error('The job broke the thread')
  if (does === 'hang') while (true);
  setTimeout(() => parentPort.postMessage(name), 20)
})
parentPort.postMessage('ready')
