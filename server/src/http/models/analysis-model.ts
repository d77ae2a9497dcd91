// The words of analyses of vulnerabilities, the same for decisions of people and for rules.
import { analysisJustifications, analysisResponses, analysisStates } from '../../domain/vulnerabilities/suppression.ts';
import { Enumeration, Type } from './schemas.ts';

export const AnalysisState = Enumeration('AnalysisState', analysisStates);
const AnalysisJustification = Enumeration('AnalysisJustification', analysisJustifications);
const AnalysisResponse = Enumeration('AnalysisResponse', analysisResponses);

export const analysisWords = {
  state: AnalysisState('State of the analysis'),
  justification: Type.Optional(AnalysisJustification('Why the project is not affected')),
  response: Type.Optional(AnalysisResponse('Measures against the vulnerability')),
};
