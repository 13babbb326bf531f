// A process for the tests of runners: answers each job with its name.
process.on('message', ({ name }) => process.send(name))
process.on('disconnect', () => process.exit())
process.send('ready')
