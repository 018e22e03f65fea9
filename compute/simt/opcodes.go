package simt

// Opcodes that are executed or read, by number (SPIR-V 1.6, section 3.52). names.txt has the names of all others, for
// refusals.
const (
	opNop, opUndef, opSourceContinued, opSource                                                                                 = 0, 1, 2, 3
	opSourceExtension, opName, opMemberName, opString                                                                           = 4, 5, 6, 7
	opLine, opExtension, opExtInstImport, opExtInst                                                                             = 8, 10, 11, 12
	opMemoryModel, opEntryPoint, opExecutionMode, opCapability                                                                  = 14, 15, 16, 17
	opTypeVoid, opTypeBool, opTypeInt, opTypeFloat                                                                              = 19, 20, 21, 22
	opTypeVector, opTypeMatrix, opTypeImage, opTypeSampler                                                                      = 23, 24, 25, 26
	opTypeSampledImage, opTypeArray, opTypeRuntimeArray, opTypeStruct                                                           = 27, 28, 29, 30
	opTypePointer, opTypeFunction, opConstantTrue, opConstantFalse                                                              = 32, 33, 41, 42
	opConstant, opConstantComposite, opConstantNull, opSpecConstantTrue                                                         = 43, 44, 46, 48
	opSpecConstantFalse, opSpecConstant, opSpecConstantComposite, opSpecConstantOp                                              = 49, 50, 51, 52
	opFunction, opFunctionParameter, opFunctionEnd, opFunctionCall                                                              = 54, 55, 56, 57
	opVariable, opImageTexelPointer, opLoad, opStore                                                                            = 59, 60, 61, 62
	opCopyMemory, opAccessChain, opInBoundsAccessChain, opArrayLength                                                           = 63, 65, 66, 68
	opDecorate, opMemberDecorate, opDecorationGroup, opGroupDecorate                                                            = 71, 72, 73, 74
	opGroupMemberDecorate, opVectorExtractDynamic, opVectorInsertDynamic, opVectorShuffle                                       = 75, 77, 78, 79
	opCompositeConstruct, opCompositeExtract, opCompositeInsert, opCopyObject                                                   = 80, 81, 82, 83
	opTranspose, opImageFetch, opImageRead, opImageWrite                                                                        = 84, 95, 98, 99
	opImage, opImageQuerySizeLod, opImageQuerySize, opConvertFToU                                                               = 100, 103, 104, 109
	opConvertFToS, opConvertSToF, opConvertUToF, opUConvert                                                                     = 110, 111, 112, 113
	opSConvert, opFConvert, opQuantizeToF16, opBitcast                                                                          = 114, 115, 116, 124
	opSNegate, opFNegate, opIAdd, opFAdd                                                                                        = 126, 127, 128, 129
	opISub, opFSub, opIMul, opFMul                                                                                              = 130, 131, 132, 133
	opUDiv, opSDiv, opFDiv, opUMod                                                                                              = 134, 135, 136, 137
	opSRem, opSMod, opFRem, opFMod                                                                                              = 138, 139, 140, 141
	opVectorTimesScalar, opMatrixTimesScalar, opVectorTimesMatrix, opMatrixTimesVector                                          = 142, 143, 144, 145
	opMatrixTimesMatrix, opOuterProduct, opDot, opIAddCarry                                                                     = 146, 147, 148, 149
	opISubBorrow, opUMulExtended, opSMulExtended, opAny                                                                         = 150, 151, 152, 154
	opAll, opIsNan, opIsInf, opLogicalEqual                                                                                     = 155, 156, 157, 164
	opLogicalNotEqual, opLogicalOr, opLogicalAnd, opLogicalNot                                                                  = 165, 166, 167, 168
	opSelect, opIEqual, opINotEqual, opUGreaterThan                                                                             = 169, 170, 171, 172
	opSGreaterThan, opUGreaterThanEqual, opSGreaterThanEqual, opULessThan                                                       = 173, 174, 175, 176
	opSLessThan, opULessThanEqual, opSLessThanEqual, opFOrdEqual                                                                = 177, 178, 179, 180
	opFUnordEqual, opFOrdNotEqual, opFUnordNotEqual, opFOrdLessThan                                                             = 181, 182, 183, 184
	opFUnordLessThan, opFOrdGreaterThan, opFUnordGreaterThan, opFOrdLessThanEqual                                               = 185, 186, 187, 188
	opFUnordLessThanEqual, opFOrdGreaterThanEqual, opFUnordGreaterThanEqual, opShiftRightLogical                                = 189, 190, 191, 194
	opShiftRightArithmetic, opShiftLeftLogical, opBitwiseOr, opBitwiseXor                                                       = 195, 196, 197, 198
	opBitwiseAnd, opNot, opBitFieldInsert, opBitFieldSExtract                                                                   = 199, 200, 201, 202
	opBitFieldUExtract, opBitReverse, opBitCount, opControlBarrier                                                              = 203, 204, 205, 224
	opMemoryBarrier, opAtomicLoad, opAtomicStore, opAtomicExchange                                                              = 225, 227, 228, 229
	opAtomicCompareExchange, opAtomicIIncrement, opAtomicIDecrement, opAtomicIAdd                                               = 230, 232, 233, 234
	opAtomicISub, opAtomicSMin, opAtomicUMin, opAtomicSMax                                                                      = 235, 236, 237, 238
	opAtomicUMax, opAtomicAnd, opAtomicOr, opAtomicXor                                                                          = 239, 240, 241, 242
	opPhi, opLoopMerge, opSelectionMerge, opLabel                                                                               = 245, 246, 247, 248
	opBranch, opBranchConditional, opSwitch, opReturn                                                                           = 249, 250, 251, 253
	opReturnValue, opUnreachable, opNoLine, opModuleProcessed                                                                   = 254, 255, 317, 330
	opExecutionModeId, opDecorateId, opGroupNonUniformElect, opGroupNonUniformAll                                               = 331, 332, 333, 334
	opGroupNonUniformAny, opGroupNonUniformAllEqual, opGroupNonUniformBroadcast, opGroupNonUniformBroadcastFirst                = 335, 336, 337, 338
	opGroupNonUniformBallot, opGroupNonUniformInverseBallot, opGroupNonUniformBallotBitExtract, opGroupNonUniformBallotBitCount = 339, 340, 341, 342
	opGroupNonUniformBallotFindLSB, opGroupNonUniformBallotFindMSB, opGroupNonUniformShuffle, opGroupNonUniformShuffleXor       = 343, 344, 345, 346
	opGroupNonUniformShuffleUp, opGroupNonUniformShuffleDown, opGroupNonUniformIAdd, opGroupNonUniformFAdd                      = 347, 348, 349, 350
	opGroupNonUniformIMul, opGroupNonUniformFMul, opGroupNonUniformSMin, opGroupNonUniformUMin                                  = 351, 352, 353, 354
	opGroupNonUniformFMin, opGroupNonUniformSMax, opGroupNonUniformUMax, opGroupNonUniformFMax                                  = 355, 356, 357, 358
	opGroupNonUniformBitwiseAnd, opGroupNonUniformBitwiseOr, opGroupNonUniformBitwiseXor, opGroupNonUniformLogicalAnd           = 359, 360, 361, 362
	opGroupNonUniformLogicalOr, opGroupNonUniformLogicalXor, opGroupNonUniformQuadBroadcast, opGroupNonUniformQuadSwap          = 363, 364, 365, 366
	opCopyLogical                                                                                                               = 400
)

// Instructions of GLSL.std.450 (its specification, version 1.00, section 2).
const (
	glslRound, glslRoundEven, glslTrunc, glslFAbs                                   = 1, 2, 3, 4
	glslSAbs, glslFSign, glslSSign, glslFloor                                       = 5, 6, 7, 8
	glslCeil, glslFract, glslRadians, glslDegrees                                   = 9, 10, 11, 12
	glslSin, glslCos, glslTan, glslAsin                                             = 13, 14, 15, 16
	glslAcos, glslAtan, glslSinh, glslCosh                                          = 17, 18, 19, 20
	glslTanh, glslAsinh, glslAcosh, glslAtanh                                       = 21, 22, 23, 24
	glslAtan2, glslPow, glslExp, glslLog                                            = 25, 26, 27, 28
	glslExp2, glslLog2, glslSqrt, glslInverseSqrt                                   = 29, 30, 31, 32
	glslDeterminant, glslMatrixInverse, glslModf, glslModfStruct                    = 33, 34, 35, 36
	glslFMin, glslUMin, glslSMin, glslFMax                                          = 37, 38, 39, 40
	glslUMax, glslSMax, glslFClamp, glslUClamp                                      = 41, 42, 43, 44
	glslSClamp, glslFMix, glslIMix, glslStep                                        = 45, 46, 47, 48
	glslSmoothStep, glslFma, glslFrexp, glslFrexpStruct                             = 49, 50, 51, 52
	glslLdexp, glslPackSnorm4x8, glslPackUnorm4x8, glslPackSnorm2x16                = 53, 54, 55, 56
	glslPackUnorm2x16, glslPackHalf2x16, glslPackDouble2x32, glslUnpackSnorm2x16    = 57, 58, 59, 60
	glslUnpackUnorm2x16, glslUnpackHalf2x16, glslUnpackSnorm4x8, glslUnpackUnorm4x8 = 61, 62, 63, 64
	glslUnpackDouble2x32, glslLength, glslDistance, glslCross                       = 65, 66, 67, 68
	glslNormalize, glslFaceForward, glslReflect, glslRefract                        = 69, 70, 71, 72
	glslFindILsb, glslFindSMsb, glslFindUMsb, glslNMin                              = 73, 74, 75, 79
	glslNMax, glslNClamp                                                            = 80, 81
)

// Decorations, storage classes and built-in variables (sections 3.20, 3.7 and 3.21).
const (
	decRelaxedPrecision, decSpecId, decBlock, decBufferBlock                      = 0, 1, 2, 3
	decRowMajor, decColMajor, decArrayStride, decMatrixStride                     = 4, 5, 6, 7
	decBuiltIn, decNoPerspective, decRestrict, decAliased                         = 11, 13, 19, 20
	decVolatile, decCoherent, decNonWritable, decNonReadable                      = 21, 23, 24, 25
	decUniform, decBinding, decDescriptorSet, decOffset                           = 26, 33, 34, 35
	decFPRoundingMode, decNoContraction, decNonUniform                            = 39, 42, 5300
	inUniformConstant, inInput, inUniform, inWorkgroup                            = 0, 1, 2, 4
	inPrivate, inFunction, inPushConstant, inImage                                = 6, 7, 9, 11
	inStorageBuffer                                                               = 12
	isNumWorkgroups, isWorkgroupSize, isWorkgroupId, isLocalInvocationId          = 24, 25, 26, 27
	isGlobalInvocationId, isLocalInvocationIndex, isSubgroupSize, isNumSubgroups  = 28, 29, 36, 38
	isSubgroupId, isSubgroupLocalInvocationId, isSubgroupEqMask, isSubgroupGeMask = 40, 41, 4416, 4417
	isSubgroupGtMask, isSubgroupLeMask, isSubgroupLtMask                          = 4418, 4419, 4420
)
