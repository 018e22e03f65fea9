package simt

// supported has each opcode of opcodes.go that is implemented.
var supported map[uint16]bool

func supportedOpcodes() map[uint16]bool {
	out := map[uint16]bool{}
	for _, op := range noResult {
		out[op] = true
	}
	for _, op := range onlyResult {
		out[op] = true
	}
	for op := range operations {
		out[op] = true
	}
	for op := range compilers {
		out[op] = true
	}
	for _, op := range []uint16{
		opConstantTrue, opConstantFalse, opConstant, opConstantComposite, opConstantNull, opSpecConstantTrue, opSpecConstantFalse, opSpecConstant,
		opSpecConstantComposite, opSpecConstantOp, opUndef, opVariable, opFunction, opFunctionParameter, opFunctionCall, opPhi,
	} {
		out[op] = true
	}
	return out
}

// Capabilities (section 3.31), extensions, execution modes (3.6) and decorations (3.20) that are
// supported. A capability only permits instructions, and each of these is checked by itself.
var (
	capabilities = []uint32{
		0,                     // Matrix
		1,                     // Shader
		9, 10, 11, 12, 22, 39, // Float16, Float64, Int64, Int64Atomics, Int16, Int8
		61, 62, 63, 64, 65, 66, 67, 68, // GroupNonUniform and its kinds
		50,                                 // ImageQuery
		4433, 4434, 4435, 4448, 4449, 4450, // 16-bit and 8-bit storage
		4464, 4466, 4467, // DenormPreserve, SignedZeroInfNanPreserve, RoundingModeRTE
		5345, 5346, // VulkanMemoryModel, its device scope
	}
	extensions = []string{
		"SPV_KHR_storage_buffer_storage_class", "SPV_KHR_16bit_storage", "SPV_KHR_8bit_storage", "SPV_KHR_vulkan_memory_model",
		"SPV_KHR_float_controls", "SPV_KHR_non_semantic_info",
	}
	modes = []uint32{
		17, 38, // LocalSize, LocalSizeId
		4459, 4461, 4462, // DenormPreserve, SignedZeroInfNanPreserve, RoundingModeRTE
	}
	decorationsAllowed = []uint32{
		decRelaxedPrecision, decSpecId, decBlock, decBufferBlock, decRowMajor, decColMajor, decArrayStride, decMatrixStride, decBuiltIn, decRestrict,
		decAliased, decVolatile, decCoherent, decNonWritable, decNonReadable, decUniform, decBinding, decDescriptorSet, decOffset, decNoContraction,
		decNonUniform,
	}
)
