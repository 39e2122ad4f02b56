// Sets up what is missing, then runs the command that follows on Node 26:
//   node tools/setup.mjs [--for-tests] [--for-benches] [--without-bundles] <command> [arguments…]
// This file is read by the host's Node, however old: plain syntax here, the work is done in tools/setup/.

var oldestNode = 18
var hostNode = Number(process.versions.node.split('.')[0])

if (hostNode < oldestNode) {
  console.error(
    'Farport needs Node ' +
      oldestNode +
      ' or later to set itself up (it then brings its own Node 26). ' +
      'This is Node ' +
      process.versions.node +
      ': please install a later one, from https://nodejs.org or your system.',
  )
  process.exitCode = 1
} else {
  void import('./setup/main.mjs').then(function (setup) {
    return setup.main(process.argv.slice(2))
  })
}
