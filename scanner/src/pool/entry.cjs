// Where a thread begins: it imports the module that the pool names. Piscina would require() it, and Node 26 ends the whole process when a thread
// is ended while it requires an ES module (node::loader::ModuleWrap::CreateRequiredModuleFacade); an import that is cut off harms nobody.
const { workerData } = require('node:worker_threads');

module.exports = import(workerData.workerFile).then((worker) => worker.default);
